import { faultTexts, visitorFaults } from './catalogue.js';

/** The code of a fault. */
export type FaultCode = keyof typeof faultTexts;

/** The code of a fault that visitors can cause with a form. */
export type VisitorFaultCode = keyof typeof visitorFaults;

/** A parameter of a fault. A list has the values of which one is expected. */
export type FaultParam = string | number | string[];

/** What is wrong with a value, as a code with parameters. */
export interface Fault {
  readonly code: FaultCode;
  readonly params: Record<string, FaultParam>;
}

/** What is wrong with one field of a request. */
export interface Issue {
  /** The dotted path of the field, as in `options.0.label`. */
  path: string;
  code: FaultCode;
  params: Record<string, FaultParam>;
  /** The text of the fault in English. */
  message: string;
}

/** The names in braces of a text. */
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

/** Returns a fault in English. */
export function describeFault({ code, params }: Fault): string {
  return faultTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => describeParam(params[name]));
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function describeParam(param: FaultParam = ''): string {
  return typeof param === 'object' ? alternatives.format(param.map((value) => `"${value}"`)) : String(param);
}

/** Every code, for the description of the API. */
export const faultCodes = Object.keys(faultTexts).filter((code): code is FaultCode => code in faultTexts);

export function isVisitorFault(code: FaultCode): code is VisitorFaultCode {
  return Object.hasOwn(visitorFaults, code);
}
