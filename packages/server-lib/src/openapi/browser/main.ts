import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Renders the document that the page refers to. Sends no requests to other origins. */
const container = document.querySelector<HTMLElement>('[data-document]');
if (container) {
  SwaggerUI({
    domNode: container,
    url: container.dataset['document'] ?? '',
    // By default, a service of a third party would validate the document.
    validatorUrl: null,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    showExtensions: false,
    persistAuthorization: false,
  });
}

/** The viewer has no media query for its dark mode, only a class. */
const darkScheme = matchMedia('(prefers-color-scheme: dark)');
const updateScheme = () => document.documentElement.classList.toggle('dark-mode', darkScheme.matches);
darkScheme.addEventListener('change', updateScheme);
updateScheme();
