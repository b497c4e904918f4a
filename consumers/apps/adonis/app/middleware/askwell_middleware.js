import { askwell } from '#services/askwell';

/** Answers the requests to Askwell, before Adonis reads their bodies and checks CSRF tokens. */
export default class AskwellMiddleware {
  handle(context, next) {
    const { request, response } = context;
    return new Promise((resolve, reject) => {
      response.response.once('close', resolve);
      askwell.node(request.request, response.response, () => next().then(resolve, reject), { request: context });
    });
  }
}
