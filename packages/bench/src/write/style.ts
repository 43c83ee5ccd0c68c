/** Style of the report: light and dark by the reader's system, legible when printed. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #ffffff; --card: #f7f8fa; --ink: #1d232c; --soft: #5d6877; --line: #c9d0d9; --faint: #e6e9ee;
  --good: #14743c; --bad: #b3261e; --series-1: #0b62a8; --series-2: #c75000; --series-3: #00795c; --series-4: #a03d7c; --series-5: #8a6d00;
  --series-6: #3a87c2; --series-7: #5b5bd0; --series-8: #6b6f76; --series-9: #b5495b; --series-10: #6d8f1f; }
@media (prefers-color-scheme: dark) { :root { --paper: #12161c; --card: #1a2028; --ink: #e4e9f0; --soft: #9aa6b5; --line: #46515f; --faint: #2a323d;
  --good: #5fd08d; --bad: #ff8a80; --series-1: #5db2f2; --series-2: #ff9a4d; --series-3: #3fd0a4; --series-4: #e68cc4; --series-5: #e6c13a;
  --series-6: #9fd3f7; --series-7: #a9a9ff; --series-8: #aab2bd; --series-9: #ff9eac; --series-10: #bfe06a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
main, header, footer { max-width: 1180px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 40px; } h1 { font-size: 30px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font-size: 22px; margin: 56px 0 2px; padding-top: 20px; border-top: 1px solid var(--faint); } h3 { font-size: 15px; margin: 28px 0 8px; }
p { margin: 6px 0; } .soft, figcaption { color: var(--soft); } code { font: 13px/1.4 ui-monospace, monospace; background: var(--card); padding: 1px 5px; border-radius: 4px; }
nav { display: flex; flex-wrap: wrap; gap: 6px 8px; margin: 18px 0 0; } nav a { padding: 3px 10px; border: 1px solid var(--line); border-radius: 99px; color: inherit; text-decoration: none; font-size: 13px; }
nav a:hover, nav a:focus-visible { border-color: var(--series-1); }
.tally { display: flex; gap: 28px; margin: 22px 0 4px; } .tally b { display: block; font-size: 28px; line-height: 1.1; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 12px 5px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--faint); } td + td, th + th { padding-left: 4px; }
th { color: var(--soft); font-weight: 600; border-bottom-color: var(--line); white-space: nowrap; } .right { text-align: right; white-space: nowrap; }
.spread { color: var(--soft); font-size: 12px; } .holds { color: var(--good); font-weight: 600; } .fails { color: var(--bad); font-weight: 600; } .remark { color: var(--soft); font-size: 12.5px; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 520px), 1fr)); gap: 26px 32px; margin-top: 14px; align-items: start; }
figure { margin: 0; min-width: 0; } figcaption { font-size: 13.5px; margin-bottom: 8px; color: var(--ink); font-weight: 600; } figure svg { width: 100%; height: auto; display: block; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; margin-bottom: 6px; } .legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; }
.maps { grid-column: 1 / -1; } .panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 18px; }
.panel { position: relative; border: 1px solid var(--faint); background: var(--card); } .panel img { width: 100%; display: block; image-rendering: pixelated; } .panel svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.panel + p { font-size: 12.5px; margin: 4px 0 0; } .path { fill: none; stroke: #e5194b; stroke-linejoin: round; vector-effect: non-scaling-stroke; stroke-width: 2px; } .edge { stroke: var(--series-1); vector-effect: non-scaling-stroke; stroke-width: 0.7px; opacity: 0.75; }
details summary { cursor: pointer; font-weight: 600; margin: 24px 0 8px; } .failure { border-left: 3px solid var(--bad); padding: 6px 12px; background: var(--card); }
footer { padding-top: 48px; padding-bottom: 40px; color: var(--soft); font-size: 13px; }
@media print { details > * { display: block; } nav { display: none; } }
`;
