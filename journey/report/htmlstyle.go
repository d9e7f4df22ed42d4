package report

// pageStyle is the style of an HTML page behind its palette. One accent, no
// pictures, no fonts from elsewhere. The rail lies down from 700 px on and
// stands below that.
const pageStyle = `
*{box-sizing:border-box}
html{background:var(--window);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;-webkit-text-size-adjust:100%}
body{overflow-wrap:break-word;max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;font-size:.875em}
code{overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.125rem;margin:3rem 0 1rem;padding-bottom:.375rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
h4{font-size:1rem;margin:0;overflow-wrap:anywhere}
p{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.muted{color:var(--muted)}.bad{color:var(--bad)}.warn{color:var(--warn)}.ok{color:var(--ok)}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.made{color:var(--muted);margin:0 0 .25rem}
.counts{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.5rem 0 1rem}
.counts b{font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:5.5rem minmax(0,1fr);gap:.25rem .75rem;margin:.75rem 0}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
dt.do{color:var(--accent);font-weight:700}dd.do{font-weight:700}
dd ul{margin:0;padding:0;list-style:none}dd li+li{margin-top:.125rem}
.where{color:var(--muted)}
nav{margin:1.25rem 0 0}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none}
.verdict{font-size:1.125rem;margin:0 0 1.5rem}
.cause{margin:0 0 2.5rem}
.head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem}
.head .muted{font-weight:400}h4 code,h1 code{font-size:1em}
.chip{background:var(--brk-back);color:var(--brk-text);font-weight:700;padding:.0625rem .5rem;border-radius:.1875rem;white-space:nowrap}
.call{border:1px solid color-mix(in srgb,var(--line) 45%,transparent);border-radius:.375rem;background:var(--over);padding:1rem 1.25rem;margin:1rem 0 0}
details.call{padding:0}
details.call>summary{padding:.5rem 1.25rem;cursor:pointer;display:flex;flex-wrap:wrap;gap:.125rem .75rem;list-style-position:inside}
details.call>summary::before{content:"▸";color:var(--muted)}
details.call[open]>summary::before{content:"▾"}
summary::-webkit-details-marker{display:none}
details.call>div{padding:.25rem 1.25rem 1rem}
details.more{margin:.75rem 0 0}details.more>summary{cursor:pointer;color:var(--accent);width:fit-content}
.rail{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));grid-template-rows:repeat(5,auto);margin:.75rem 0 1rem;padding:0;list-style:none}
.stop{display:grid;grid-row:span 5;grid-template-rows:subgrid;row-gap:.125rem;min-width:0}
.at{color:var(--bad);font-weight:700;font-size:.875rem;min-height:1.3em;white-space:nowrap}
.hop{font-weight:700}
.track{display:flex;align-items:center;gap:.25rem;height:1.25rem;font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.track::after{content:"";flex:1;border-top:2px dashed var(--line);margin-right:.25rem}
.stop.over>.track::after{border-top-style:solid}
.stop.into>.track::after{border-top-color:var(--bad)}
.stop:last-child>.track::after{display:none}
.stop.changed .mark{color:var(--changed)}.stop.none .mark,.stop.none .form{color:var(--muted)}
.stop.drift .mark,.stop.drift .form{color:var(--bad)}
.stop.brk .mark{background:var(--brk-back);color:var(--brk-text);font-weight:700;width:1.25rem;text-align:center;border-radius:.1875rem}
.stop.brk .word{color:var(--bad);font-weight:700}
.form{padding-right:.75rem}.word{color:var(--muted);font-size:.875rem;padding-right:.75rem}
ins,del{text-decoration:underline;text-underline-offset:3px}ins{color:var(--to)}del{color:var(--from)}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{text-align:left;color:var(--muted);font-weight:400;white-space:nowrap}
th,td{padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid var(--sel)}
thead th{border-bottom:1px solid var(--line)}
tbody th{color:var(--text)}
td.mark,th.mark{width:1.25rem;padding-right:.25rem;font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
th.num,td.num{text-align:right}
.calls td{white-space:nowrap}.calls td.name,.calls td.wrap{white-space:normal;min-width:9rem}
.left td{color:var(--muted);font-style:italic}
:target{outline:2px solid var(--accent);outline-offset:3px}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--muted);font-size:.875rem}
@media (max-width:700px){
body{padding:1.25rem 1rem 3rem}
.call{padding:.75rem 1rem}
dl{grid-template-columns:4.5rem minmax(0,1fr)}
.rail{display:block}
.stop{grid-template-columns:1.5rem minmax(0,1fr);grid-template-rows:none;column-gap:.5rem;position:relative;padding-bottom:.75rem}
.track{grid-column:1;grid-row:1;height:1.5em}.track::after{position:absolute;left:.56rem;top:1.5rem;bottom:0;border-top:0;border-left:2px dashed var(--line);margin:0}
.stop.over>.track::after{border-left-style:solid}.stop.into>.track::after{border-left-color:var(--bad)}
.hop,.form,.word,.at{grid-column:2}.hop{grid-row:1}.at{grid-row:2;min-height:0}.at:empty{display:none}
.mark{width:1.25rem;text-align:center}
}
@media print{
html{background:#fff;font-size:10pt}body{max-width:none;padding:0}
nav,.more>summary{display:none}
details::details-content{content-visibility:visible;block-size:auto}
.call,tr{break-inside:avoid}h2,h3,h4{break-after:avoid}
.scroll{overflow:visible}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
`
