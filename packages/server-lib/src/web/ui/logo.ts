/** The logo of Askwell as an SVG file, for browser tabs. */
export default `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="9" fill="#bc4a12"/>
<g fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"><path d="M9 10h8"/><path d="M9 16h14"/><path d="M9 22h5"/></g>
</svg>`;
