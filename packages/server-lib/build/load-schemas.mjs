import { loadSource } from './load-source.mjs';

/** Returns the JSON Schemas of all components, which are defined in TypeScript, and the members and texts that the editor edits. */
export async function loadSchemas() {
  const { componentSchemas, describeMembers, textShapes } = await loadSource(`
    import './src/owners/accounts/account-schema.ts';
    import './src/core/asks/copy-schema.ts';
    import './src/core/schemas/averages-schema.ts';
    import './src/core/schemas/cross-table-schema.ts';
    import './src/core/schemas/funnel-schema.ts';
    import './src/core/schemas/results-link-schema.ts';
    import './src/core/schemas/translation-schema.ts';
    import './src/core/schemas/working-copy-schema.ts';
    import './src/core/schemas/ticket-schema.ts';
    import './src/core/schemas/visitor-state-schema.ts';
    import './src/web/embed/view-schema.ts';
    import './src/kinds/form/form-paths-schema.ts';
    import './src/kinds/quiz/quiz-analysis-schema.ts';
    import './src/kinds/quiz/started-quiz-schema.ts';
    import './src/owners/sites/site-schema.ts';
    import './src/events/webhooks/delivery-schema.ts';
    import './src/events/webhooks/webhook-schema.ts';
    export { componentSchemas } from './src/api/openapi/schemas.ts';
    export { describeMembers } from './build/describe-members.ts';
    import { formTextShape } from './src/kinds/form/form-schema.ts';
    import { pollTextShape } from './src/kinds/poll/poll-schema.ts';
    import { quizTextShape } from './src/kinds/quiz/quiz-schema.ts';
    export const textShapes = { poll: pollTextShape, quiz: quizTextShape, form: formTextShape };
  `);
  return { components: componentSchemas('types'), members: describeMembers(), textShapes };
}

/** Returns the table of options, the settings of the command, and the functions that describe them. */
export function loadOptions() {
  return loadSource(`
    export { optionTable } from './src/instance/options/option-table.ts';
    export { describeOptions, interfacesOf, printMembers } from './src/instance/options/describe-options.ts';
    export { variableName } from './src/tools/cli/parsed-settings.ts';
    export { serveSettings } from './src/tools/cli/serve-settings.ts';
  `);
}
