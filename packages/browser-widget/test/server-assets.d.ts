/** Files that the server imports. The types of its test helpers need those of its sources. */
declare module '*.sql' {
  const text: string;
  export default text;
}
