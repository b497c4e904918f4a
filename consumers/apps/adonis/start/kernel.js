import router from '@adonisjs/core/services/router';
import server from '@adonisjs/core/services/server';

server.use([() => import('@adonisjs/session/session_middleware'), () => import('#middleware/askwell_middleware')]);
router.use([() => import('@adonisjs/core/bodyparser_middleware'), () => import('@adonisjs/shield/shield_middleware')]);
