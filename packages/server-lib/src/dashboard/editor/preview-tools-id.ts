/** The ID of the form with the choices of what the page shows, which are kept for the browser session. */
export const previewToolsId = 'preview-tools';
