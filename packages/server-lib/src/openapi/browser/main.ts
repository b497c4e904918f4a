import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Shows the document that the page names; nothing is asked of anybody else. */
const place = document.querySelector<HTMLElement>('[data-document]');
if (place) {
  SwaggerUI({
    domNode: place,
    url: place.dataset['document'] ?? '',
    // By default a stranger's service would be asked whether the document is valid.
    validatorUrl: null,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    showExtensions: false,
    persistAuthorization: false,
  });
}

/** The viewer knows the dark by a class alone. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
