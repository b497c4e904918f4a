import { askwell } from '#services/askwell';

/** Answers the requests to Askwell, before Adonis reads their bodies and checks CSRF tokens. */
export default class AskwellMiddleware {
  async handle(context, next) {
    const { request, response } = context;
    let isPassed = false;
    const pass = () => {
      isPassed = true;
    };
    await askwell.node(request.request, response.response, pass, { request: context });
    if (isPassed) return next();
  }
}
