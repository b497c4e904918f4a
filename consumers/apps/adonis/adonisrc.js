import { defineConfig } from '@adonisjs/core/app';

export default defineConfig({
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/session/session_provider'),
    () => import('@adonisjs/shield/shield_provider'),
  ],
  preloads: [() => import('#start/routes'), () => import('#start/kernel')],
});
