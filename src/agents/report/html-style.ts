/** How a report looks as a file: readable in light and dark, on paper, and by keyboard. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0550ae, #79b8ff); --mark: light-dark(#fff3b0, #5c4a00); }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
.number { text-align: right; }
.null { opacity: .6; font-style: italic; }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); border-radius: 6px; font-size: .85rem; }
.result, .graph, article { overflow-x: auto; }
.result { max-height: 28rem; overflow-y: auto; }
.note { font-size: .875rem; opacity: .8; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; overflow-wrap: anywhere; }
dt { font-weight: 600; }
dd { margin: 0; }
mark, :target { background: var(--mark); color: inherit; }
@media print { .result { max-height: none; } a { color: inherit; text-decoration: none; } }
`;
