import { assetsForEsbuild } from './assets.mjs';
import { loadSource } from './load-source.mjs';

/**
 * The plugin for tsup. It replaces the description of the service by its value, so that `askwell api` and `askwell mcp` start without
 * the service: its modules and schemas take three times as long to load as the rest of the command.
 */
export const apiDescriptionForEsbuild = {
  name: 'askwell-api-description',
  setup(build) {
    build.onLoad({ filter: /[\\/]cli[\\/]describe-service\.ts$/ }, async () => {
      const { describeService } = await loadSource("export * from './src/tools/cli/describe-service.ts';", {
        plugins: [assetsForEsbuild],
      });
      const text = JSON.stringify(JSON.stringify(await describeService()));
      return { contents: `export const describeService = async () => JSON.parse(${text});` };
    });
  },
};
