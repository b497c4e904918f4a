using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "local", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundled.mjs")],
  compatibilityDate = "2026-01-01",
  globalOutbound = "local",
  bindings = [
    (name = "ASKWELL_API_KEY", fromEnvironment = "ASKWELL_API_KEY"),
    (name = "ASKWELL_BASE_URL", fromEnvironment = "ASKWELL_BASE_URL"),
  ],
);
