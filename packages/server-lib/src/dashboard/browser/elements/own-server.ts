/** The script element that runs this code. The property of the prototype, which no element of the page can replace. */
const script: Document['currentScript'] = Reflect.get(Document.prototype, 'currentScript', document);

/** The URL of the server that the script comes from, with its base path. */
export const ownServer: string =
  script instanceof HTMLScriptElement ? script.src.replace(/\/editor\.js(?:[?#].*)?$/, '') : location.origin;

/** Loads the widget of a server for previews, unless the page has it. */
export function loadWidget(server: string): void {
  if (customElements.get('askwell-form')) return;
  const url = `${server}/widget.js`;
  if ([...document.scripts].some(({ src }) => src === url)) return;
  const rules = {
    createScriptURL(source: string): string {
      if (source !== url) throw new TypeError('Only the widget is loaded.');
      return source;
    },
  };
  const policy = window.trustedTypes?.createPolicy('askwell-editor-widget', rules) ?? rules;
  const widget = document.createElement('script');
  widget.async = true;
  // A page whose policy allows scripts by a nonce allows this one too.
  if (script?.nonce) widget.nonce = script.nonce;
  widget.src = policy.createScriptURL(url);
  document.head.append(widget);
}
