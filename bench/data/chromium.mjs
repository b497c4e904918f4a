// ../packages/server-lib/test/support/chromium.ts
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { z } from "zod";
var run = promisify(execFile);
async function launchChromium() {
  return chromium.launch(await chromiumOptions());
}
async function chromiumOptions() {
  const { path, env } = await findChromium();
  return {
    executablePath: path,
    env: { ...definedEnv(), ...env },
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--disable-quic"
    ]
  };
}
async function findChromium() {
  const named = process.env["CHROMIUM"];
  if (named) return { path: named, env: {} };
  const system = "/usr/bin/chromium";
  return existsSync(system) ? { path: system, env: {} } : fromNpm();
}
async function fromNpm() {
  const folder = await unpacked();
  const path = join(folder, "chromium");
  if (await starts(path, {})) return { path, env: {} };
  const env = { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") };
  if (await starts(path, env)) return { path, env };
  throw new Error("Chromium does not start here. Name one that does in the variable CHROMIUM.");
}
async function starts(path, env) {
  try {
    await run(path, ["--version"], { env: { ...process.env, ...env } });
    return true;
  } catch {
    return false;
  }
}
async function unpacked() {
  const place = join(tmpdir(), `askwell-chromium-${await packedVersion()}`);
  if (existsSync(place)) return place;
  const folder = await mkdtemp(`${place}-`);
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
  await run(process.execPath, ["--input-type=module", "--eval", script], { env, cwd: import.meta.dirname });
  await writeFile(join(folder, "fonts.conf"), fontsAt(place));
  try {
    await rename(folder, place);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
  return place;
}
function fontsAt(place) {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${place}/fonts</dir><cachedir>${place}/fonts-cache</cachedir></fontconfig>`;
}
async function packedVersion() {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const text = await readFile(join(dirname(entry), "../../package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
function definedEnv() {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry) => entry[1] !== void 0)
  );
}
export {
  chromiumOptions,
  launchChromium
};
