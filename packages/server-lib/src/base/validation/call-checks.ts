import { describeValue, OptionError } from './option-error.js';

/** The requirement of a function for an argument. */
export interface CallParameter {
  readonly name: string;
  /** The accepted values in words. */
  readonly expected: string;
  accepts(value: unknown): boolean;
  /** Returns a sentence that says what to pass instead of a value, if that is not obvious. */
  hint?(value: unknown): string | undefined;
}

/** The parameters of a function, and whether it throws an error or rejects with it. */
interface Signature<Parameters extends readonly CallParameter[], Failure extends 'rejects' | 'throws'> {
  readonly parameters: Parameters;
  readonly failure: Failure;
}

/** The signature of a function that returns a promise. */
export function rejects<Parameters extends readonly CallParameter[]>(
  ...parameters: Parameters
): Signature<Parameters, 'rejects'> {
  return { parameters, failure: 'rejects' };
}

/** The signature of any other function, such as a generator. */
export function throws<Parameters extends readonly CallParameter[]>(
  ...parameters: Parameters
): Signature<Parameters, 'throws'> {
  return { parameters, failure: 'throws' };
}

type Call = (...values: never[]) => unknown;
type ParametersOf<Values extends readonly unknown[]> = { readonly [At in keyof Values]-?: CallParameter };

/** A signature for each function of an API, so that a function or a parameter without one does not compile. */
export type Signatures<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...values: infer Values) => infer Outcome
    ? Signature<ParametersOf<Values>, Outcome extends Promise<unknown> ? 'rejects' : 'throws'>
    : Signatures<Api[Name]>;
};

/**
 * Makes the functions of an API that have a signature check the types of their arguments first.
 *
 * @param path The name of the API in messages, such as `askwell.polls`.
 * @returns The same API. Its functions fail with an {@link OptionError} that names the argument.
 */
export function checkCalls<Api extends Checked, Checked extends object = Api>(
  path: string,
  api: Api,
  signatures: Signatures<NoInfer<Checked>>,
): Api {
  for (const [name, signature] of Object.entries<unknown>(signatures)) {
    const member: unknown = Reflect.get(api, name);
    const memberPath = `${path}.${name}`;
    if (isCall(member) && isSignature(signature)) Reflect.set(api, name, checkCall(memberPath, member, signature));
    else if (isNonNullObject(member) && isNonNullObject(signature)) checkCalls<object>(memberPath, member, signature);
  }
  return api;
}

/** Makes a function check the types of its arguments first. */
export function checkCall<Checked extends Call>(
  path: string,
  call: Checked,
  { parameters, failure }: Signature<readonly CallParameter[], 'rejects' | 'throws'>,
): Checked {
  return new Proxy(call, {
    apply(target, self, values: readonly unknown[]) {
      const at = parameters.findIndex((parameter, position) => !parameter.accepts(values[position]));
      const parameter = parameters[at];
      if (!parameter) return Reflect.apply(target, self, values);
      const error = argumentError(path, parameter, values[at]);
      if (failure === 'throws') throw error;
      return Promise.reject(error);
    },
  });
}

function argumentError(path: string, { name, expected, hint }: CallParameter, value: unknown): OptionError {
  const advice = hint?.(value);
  return new OptionError(
    `${path}: ${name}: expected ${expected}, got ${describeValue(value)}.${advice === undefined ? '' : ` ${advice}`}`,
  );
}

function isCall(value: unknown): value is Call {
  return typeof value === 'function';
}

function isSignature(value: unknown): value is Signature<readonly CallParameter[], 'rejects' | 'throws'> {
  return isNonNullObject(value) && 'parameters' in value && 'failure' in value;
}

function isNonNullObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A parameter that accepts objects, but no arrays. */
export function objectParameter(name: string): CallParameter {
  return { name, expected: 'an object', accepts: (value) => isNonNullObject(value) && !Array.isArray(value) };
}

/** A parameter that accepts texts. */
export function textParameter(name: string, expected: string): CallParameter {
  return { name, expected, accepts: (value) => typeof value === 'string' };
}

/** A parameter that accepts whole numbers. */
export function integerParameter(name: string, expected: string): CallParameter {
  return { name, expected, accepts: Number.isSafeInteger };
}

/** The same parameter, which can also be absent. */
export function optionalParameter(parameter: CallParameter): CallParameter {
  const { expected, accepts } = parameter;
  return {
    ...parameter,
    expected: `${expected} or undefined`,
    accepts: (value) => value === undefined || accepts(value),
  };
}
