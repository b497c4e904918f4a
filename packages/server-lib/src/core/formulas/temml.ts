/* The library that converts TeX to MathML. Bundled into one file, which is loaded with the first formula. */
export { default } from 'temml';
