/**
 * The script element that runs this code. Null in a module. `document.currentScript` would be another element on a
 * page with `<img name="currentScript">`, so this reads the property of the prototype.
 */
export const ownScript: Document['currentScript'] = Reflect.get(Document.prototype, 'currentScript', document);
