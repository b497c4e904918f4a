import { Secret } from '@adonisjs/core/helpers';
import { defineConfig } from '@adonisjs/core/http';

export const appKey = new Secret('the-key-of-an-app-in-the-tests-of-askwell');
export const http = defineConfig({ useAsyncLocalStorage: false });
