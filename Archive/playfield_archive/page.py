"""The summary of a call: a text, and a page."""

import html

SUMMARY = "summary.html"


def lines(total, seconds):
    """-> what a call came to, as pairs of a name and a figure"""
    found = [
        ("files", f"{total.inputs:,}"),
        ("bytes", f"{total.bytes:,}"),
        ("seconds of film", f"{total.film:,.0f}"),
        ("lines", f"{total.lines.get('lines', 0):,}"),
        ("files with errors", f"{sum(total.errors.values()):,}"),
        ("core-seconds", f"{total.core_seconds:,.1f}"),
        ("seconds by the clock", f"{seconds:,.1f}"),
    ]
    return [(name, figure) for name, figure in found if figure != "0" or name in ("files", "files with errors")]


def write(results, settings, total, seconds, unfit):
    def rows(pairs):
        return "".join(f"<tr><th>{html.escape(a)}</th><td>{html.escape(b)}</td></tr>" for a, b in pairs)

    errors = sorted(total.errors.items(), key=lambda one: -one[1])[:100]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>An archive was read</title><style>",
        "body{font:1rem/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}",
        "th{text-align:left;padding-right:2rem;font-weight:normal}td{text-align:right}</style>",
        f"<h1>{html.escape(' '.join(settings['command']))}</h1><p>{html.escape(settings['version'])}</p>",
        f"<table>{rows(lines(total, seconds))}</table>",
    ]
    if errors:
        parts.append(f"<h2>Errors</h2><table>{rows((name, f'{count:,}') for name, count in errors)}</table>")
    if unfit:
        parts.append(f"<h2>Nodes without work</h2><table>{rows(unfit.items())}</table>")
    place = results.place(SUMMARY)
    with results.writing():
        if results.is_local:
            results.system.makedirs(results.path, exist_ok=True)
        results.system.pipe_file(place, "".join(parts).encode())
