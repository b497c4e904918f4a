import { faultTexts, visitorFaults } from './catalogue.js';

/** The code of a fault. */
export type FaultCode = keyof typeof faultTexts;

/** The code of a fault that visitors can cause with a form. */
export type VisitorFaultCode = keyof typeof visitorFaults;

/** A parameter of a fault. A list contains the allowed values. */
export type FaultParam = string | number | string[];

/** A fault in a value: a code with parameters. */
export interface Fault {
  readonly code: FaultCode;
  readonly params: Record<string, FaultParam>;
}

/** A fault in one field of a request. */
export interface Issue {
  /** The dotted path of the field, such as `options.0.label`. */
  path: string;
  code: FaultCode;
  params: Record<string, FaultParam>;
  /** The English text of the fault. */
  message: string;
}

/** The names of the parameters in a text. */
type ParamName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

type Params<Code extends FaultCode> = {
  readonly [Name in ParamName<(typeof faultTexts)[Code]>]: string | number | readonly string[];
};

type Rest<Code extends FaultCode> = [ParamName<(typeof faultTexts)[Code]>] extends [never] ? [] : [Params<Code>];

/**
 * Returns a fault.
 *
 * @param params The parameters of the text. Required if the text has any.
 *
 * @example
 * fault('too_few_chosen', { min: 2 });
 */
export function fault<Code extends FaultCode>(code: Code, ...[params]: Rest<Code>): Fault {
  const copies = Object.entries<string | number | readonly string[]>(params ?? {}).map(([name, param]) => [
    name,
    typeof param === 'object' ? [...param] : param,
  ]);
  return { code, params: Object.fromEntries(copies) };
}

/** Returns the English text of a fault. */
export function describeFault({ code, params }: Fault): string {
  return faultTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => describeParam(params[name]));
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function describeParam(param: FaultParam = ''): string {
  return typeof param === 'object' ? alternatives.format(param.map((value) => `"${value}"`)) : String(param);
}

/** Every code, for the OpenAPI document. */
export const faultCodes = Object.keys(faultTexts).filter((code): code is FaultCode => code in faultTexts);

export function isVisitorFault(code: FaultCode): code is VisitorFaultCode {
  return Object.hasOwn(visitorFaults, code);
}
