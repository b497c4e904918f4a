import { defineConfig } from '@adonisjs/core/bodyparser';

export default defineConfig({ allowedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'] });
