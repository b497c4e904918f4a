import { asset } from '../../web/ui/asset.js';
import mark from '../../web/ui/logo.js';
import editor from '../browser/editor/main.js?script';
import script from '../browser/main.js?script';
import styles from '../styles/index.js';

const folder = '/dashboard/assets';

/** The files that dashboard pages load. */
export const dashboardAssets = {
  styles: asset(folder, 'styles.css', 'text/css; charset=utf-8', styles),
  script: asset(folder, 'script.js', 'text/javascript; charset=utf-8', script),
  editor: asset(folder, 'editor.js', 'text/javascript; charset=utf-8', editor),
  mark: asset(folder, 'mark.svg', 'image/svg+xml', mark),
};
