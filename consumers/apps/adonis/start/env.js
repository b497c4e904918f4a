import { Env } from '@adonisjs/core/env';

export default await Env.create(new URL('../', import.meta.url), {
  PORT: Env.schema.number(),
  HOST: Env.schema.string({ format: 'host' }),
  ASKWELL_DATABASE: Env.schema.string(),
  ASKWELL_BASE_URL: Env.schema.string(),
});
