/// How the report looks: on a telephone and a wide screen, by day and night, on paper.
enum ReportStyle {
  /// SHA-256 of ``sheet``, by which the page's policy knows it. A test computes it again.
  static let hash = "sha256-ivMe+Jf6LTQKQ2hNWllW+boD4OgVGVdM4bUtEV2UP2k="

  static let sheet = """
    :root {
      --ground: #f4efe4; --sheet: #fffdf8; --text: #20302b; --soft: #56655f; --line: #ddd5c4;
      --grid: #e9e3d6; --accent: #0b6b52; --hero: #0e3b31; --hole: #0b7a55; --board: #9a5b00;
      --off: #b23a2b; --hole-bag: #ffc845; --board-bag: #e8dcc0; --off-bag: #6f7f79;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #101815; --sheet: #18231f; --text: #e8efe9; --soft: #a3b3ab; --line: #2f3f38;
        --grid: #27352f; --accent: #54d3a6; --hero: #0a2a23; --hole: #4fd39f; --board: #f0b43c;
        --off: #ff8a75;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
    body {
      margin: 0; color: var(--text); background: var(--ground);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      font-variant-numeric: tabular-nums; overflow-wrap: break-word;
    }
    h1, h2, h3, h4, p, dl, dd, ol, ul, figure { margin: 0; padding: 0; }
    h1, h2, h3 { line-height: 1.15; letter-spacing: -0.01em; text-wrap: balance; }
    h2 { font-size: 1.5rem; margin-bottom: 0.8rem; }
    h3 { font-size: 1.15rem; }
    h4 { font-size: 0.95rem; font-weight: 650; }
    a { color: var(--accent); }
    code { font-size: 0.9em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }

    .hero {
      padding: 2.2rem 1.2rem 2rem; color: #f7f3e6; text-align: center;
      background: radial-gradient(120% 130% at 50% 0%, #1d6350 0%, var(--hero) 60%, #071f1a 100%);
    }
    .kicker { text-transform: uppercase; letter-spacing: 0.14em; font-size: 0.8rem; color: #b9d6c9; }
    .hero h1 { font-size: 1.6rem; font-weight: 600; margin: 0.3rem 0 0.4rem; }
    .hero h1 strong {
      display: block; font-size: clamp(5rem, 22vw, 8.5rem); line-height: 0.95; font-weight: 800;
      color: #ffc845; letter-spacing: -0.04em;
    }
    .lead { max-width: 40rem; margin: 0 auto; font-size: 1.1rem; }
    .origin { margin-top: 1.1rem; color: #b9d6c9; font-size: 0.9rem; }
    .bags {
      display: flex; flex-wrap: wrap; justify-content: center; gap: 0.7rem 0.6rem; list-style: none;
      margin-top: 1.4rem;
    }
    .bags a { text-decoration: none; }
    .bag {
      display: inline-grid; place-items: center; position: relative; width: 3rem; height: 3rem;
      border-radius: 30% 26% 32% 27% / 27% 32% 26% 30%; color: #20302b; flex: none;
    }
    .bag b { font-size: 1.3rem; line-height: 1; }
    .bag::after {
      content: ""; position: absolute; inset: 4px; border: 1.5px dashed #0005;
      border-radius: inherit;
    }
    .bag span {
      position: absolute; top: 100%; margin-top: 0.15rem; font-size: 0.72rem; color: #cfe3d9;
    }
    .bags .bag { margin-bottom: 0.9rem; transform: rotate(-3deg); }
    .bags li:nth-child(even) .bag { transform: rotate(4deg); }
    .bag.hole { background: var(--hole-bag); }
    .bag.board { background: var(--board-bag); }
    .bag.off { background: var(--off-bag); color: #fff; }
    .bag.off::after { border-color: #fff6; }
    .hero :focus-visible { outline-color: #fff; }

    main { max-width: 76rem; margin: 0 auto; padding: 1.2rem 0.8rem; display: grid; gap: 1.2rem; }
    main > * { min-width: 0; }
    .sheet {
      padding: 1.2rem; background: var(--sheet); border: 1px solid var(--line);
      border-radius: 1rem;
    }
    figcaption, .note { color: var(--soft); font-size: 0.9rem; }
    .pair { display: grid; gap: 1.2rem 2rem; align-items: start; }
    .pair > * { min-width: 0; }
    .pair h3 { margin-bottom: 0.4rem; }
    .note + .wide, .note + .pair, .pair + .note { margin-top: 0.8rem; }
    .wide + .pair { margin-top: 1.6rem; }

    .sign.hole { fill: var(--hole); }
    .sign.board { fill: var(--board); }
    .sign.off { fill: none; stroke: var(--off); stroke-width: 2.5; stroke-linecap: round; }
    .field {
      display: block; width: 100%; height: auto; max-height: 82vh; border-radius: 0.6rem;
      background: #17231f;
    }
    .field .nothing { fill: #2c4a3f; }
    .field polyline, .field polygon, .field ellipse {
      fill: none; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke;
    }
    .board-outline { stroke: #fff; stroke-width: 1.5; stroke-dasharray: 5 4; opacity: 0.9; }
    .path polyline { stroke-width: 2.5; }
    .path .casing { stroke: #000; stroke-width: 6; opacity: 0.4; }
    .path { color: #ffc845; }
    .path.hole { color: #4be0a4; }
    .path.off { color: #ff8f7c; }
    .path polyline:not(.casing) { stroke: currentColor; }
    .path .sign { stroke: #000; stroke-width: 2; fill: currentColor; }
    .path .sign.off { stroke: currentColor; stroke-width: 6; }
    .numbers circle { fill: #0f2720; stroke: currentColor; stroke-width: 2.5; }
    .numbers { pointer-events: none; color: #ffc845; }
    .numbers .hole { color: #4be0a4; }
    .numbers .off { color: #ff8f7c; }
    .numbers text { fill: #fff; font-size: 19px; font-weight: 700; }
    .path:hover polyline:not(.casing), .path:focus polyline:not(.casing) { stroke-width: 5; }
    .field:has(.path:hover) .path:not(:hover) { opacity: 0.35; }
    .legend {
      display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; list-style: none; margin: 0.6rem 0 0.2rem;
    }
    .legend li { display: flex; align-items: center; gap: 0.4rem; }

    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
    th, td {
      padding: 0.5rem 0 0.5rem 0.8rem; border-bottom: 1px solid var(--line); text-align: right;
      white-space: nowrap;
    }
    th:first-child { text-align: left; padding-left: 0; }
    .pair table { font-size: 0.9rem; }
    .pair tbody th { white-space: normal; }
    .narrow > figure { max-width: 34rem; }
    thead th { color: var(--soft); font-weight: 600; font-size: 0.85rem; vertical-align: bottom; }
    tbody th { font-weight: 600; }
    tbody tr:last-child > * { border-bottom: 0; }
    tr.all > * { border-top: 2px solid var(--line); }

    .plot { display: block; width: 100%; height: auto; margin-top: 0.2rem; overflow: visible; }
    .store { position: absolute; width: 0; height: 0; }
    .plot text { font-size: 11px; fill: var(--soft); }
    .plot .axis line { stroke: var(--grid); stroke-width: 1; }
    .plot .own { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; }
    .others { fill: none; stroke: var(--soft); stroke-width: 1; opacity: 0.4; }
    .plot .fit { fill: none; stroke: var(--accent); stroke-width: 2; opacity: 0.85; }
    .plot .seen { fill: var(--sheet); stroke: var(--soft); stroke-width: 1; }
    .plot .now { fill: var(--accent); stroke: var(--sheet); stroke-width: 1.5; }
    .plot .then { fill: var(--soft); }
    .plot .thread { fill: none; stroke: var(--line); stroke-width: 2; }
    .plot .error { fill: none; stroke: var(--soft); stroke-width: 1; opacity: 0.6; }
    .plot .mark { stroke: var(--off); stroke-width: 1.2; stroke-dasharray: 3 3; }
    .plot .mark-word { fill: var(--off); font-size: 10px; }
    .plot .tag { font-weight: 600; fill: var(--text); }

    .throws { display: grid; gap: 1.2rem; }
    .throw { scroll-margin-top: 1rem; }
    .throw:target { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent); }
    .throw > header { display: flex; align-items: center; gap: 0.9rem; }
    .throw > header .bag { transform: rotate(-4deg); }
    .throw > header p { color: var(--soft); }
    .throw dl {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.6rem;
      margin: 1rem 0;
    }
    .throw dl div { padding: 0.5rem 0.7rem; border-radius: 0.6rem; background: var(--ground); }
    .throw dt { color: var(--soft); font-size: 0.8rem; }
    .throw dd { font-weight: 650; font-size: 1.05rem; }
    .remark {
      padding: 0.6rem 0.8rem; margin-bottom: 0.8rem; border-left: 4px solid var(--board);
      background: var(--ground); border-radius: 0 0.5rem 0.5rem 0;
    }
    .columns { display: grid; gap: 1.2rem; }
    .columns > div { display: grid; gap: 1rem; align-content: start; min-width: 0; }
    video { display: block; width: 100%; max-height: 26rem; border-radius: 0.6rem; background: #000; }
    .body { display: grid; gap: 0.8rem 1.2rem; }

    footer {
      max-width: 76rem; margin: 0 auto; padding: 0.6rem 1.2rem 2.5rem; color: var(--soft);
      font-size: 0.9rem;
    }
    footer h2 { font-size: 1.1rem; color: var(--text); }
    footer p + p { margin-top: 0.6rem; }

    @media (max-width: 40rem) {
      .path text { font-size: 34px; }
      .numbers circle { r: 25px; }
      .sheet { padding: 0.9rem; }
      .pair .plot text { font-size: 14px; }
      .stack thead { position: absolute; clip-path: inset(50%); }
      .stack, .stack tbody { display: block; }
      .stack tr {
        display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.4rem 0.8rem;
        padding: 0.7rem 0;
        border-bottom: 1px solid var(--line);
      }
      .narrow .stack tr { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .stack th, .stack td {
        display: block; padding: 0; border: 0; text-align: left; white-space: normal;
      }
      .stack tbody th { grid-column: 1 / -1; }
      .stack td::before {
        content: attr(data-label); display: block; color: var(--soft); font-size: 0.78rem;
      }
    }
    @media (min-width: 56rem) {
      main { padding: 1.6rem; gap: 1.6rem; }
      .sheet { padding: 1.6rem; }
      .columns { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
      .body { grid-template-columns: 1fr 1fr; }
      .pair:not(.narrow) { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
    }
    @media (min-width: 72rem) {
      .pair.narrow { grid-template-columns: minmax(0, 3fr) minmax(0, 5fr); }
    }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    @media print {
      :root { --ground: #fff; --sheet: #fff; --text: #000; --soft: #444; }
      body { font-size: 10pt; }
      * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
      .hero { padding: 1rem; }
      .hero h1 strong { font-size: 3.5rem; }
      main { padding: 0.5rem 0; gap: 0.8rem; }
      .sheet { border: 0; padding: 0.5rem 0; }
      .sheet, figure, tr { break-inside: avoid; }
      .columns, .pair { grid-template-columns: 2fr 3fr; }
      .body { grid-template-columns: 1fr 1fr; }
      .field { max-height: 45vh; }
      .wide { overflow: visible; }
      video { display: none; }
    }
    """
}
