import fc from "fast-check"

/** Texts with a special meaning to some program, by what they attack. */
export const hostileTexts = {
  markup: [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "</title></textarea></style><svg onload=alert(3)>",
    '"><img src=x onerror=alert(4)>',
    "' autofocus onfocus=alert(5) x='",
    "<!--<script>",
    "]]><![CDATA[",
    "&lt;b&gt;&#60;&#x3c;",
  ],
  urls: ["javascript:alert(6)", "data:text/html,<script>alert(7)</script>", "//evil.example/\\", "/\\evil.example"],
  templates: ["{{constructor.constructor('alert(8)')()}}", `\${alert(9)}`, "<%= 7*7 %>", "#{7*7}", "$& $' $` $1 $$"],
  formulas: ['=HYPERLINK("http://evil.example","x")', "+1+cmd|' /C calc'!A0", "@SUM(1+1)", "-2+3"],
  lines: [
    "a\r\nBcc: tous@exemple.cd",
    "a\nSubject: autre\n\ncorps",
    "a\rX: y",
    "a\u2028b\u2029c",
    "a\u0085b",
    "a\u000bb",
  ],
  unicode: [
    "\ud800",
    "\udc00\ud800",
    "a\u202eb\u2066c",
    "\u200b\u200d\ufeff",
    "a\0b",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "\u{10ffff}\ufffe\uffff",
    `e${"\u0301".repeat(60)}`,
    "ﷺ".repeat(20),
    "İıſßŉ",
  ],
  queries: [
    "' OR 1=1 --",
    '"; DROP TABLE projects; --',
    '" OR "',
    '"""',
    "abc* OR NEAR(a b)",
    "name_folded : x",
    "^abc",
    "a AND NOT b",
    "%",
    "___",
    "\\",
    "abc\\%_",
    "(((",
    "abc\0def",
  ],
  prototypes: ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "valueOf"],
  paths: ["../../etc/passwd", "..%2f..%2fetc", "/etc/passwd", "a\0.jpg", "..\\..\\a", "%00", "%E0%A4%A", "C:\\a", "."],
} as const satisfies Record<string, readonly string[]>

const listedTexts = Object.values(hostileTexts).flat() as string[]

/** The texts that the contract allows to be stored. */
export const storableTexts = listedTexts.filter((text) => !text.includes("\0"))

/** A listed text, several joined ones, an empty or a long one, or any characters. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...listedTexts) },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...listedTexts), { minLength: 2, maxLength: 4 }).map((all) => all.join(" ")),
  },
  { weight: 2, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 2, arbitrary: fc.string({ unit: codeUnit() }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "\u00a0", "\t\n") },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("a", "é", "<", "\u{1f600}"), fc.nat(11_000)).map(([a, n]) => a.repeat(n)),
  },
)

/** Generates any code unit, even a lone surrogate, which no well-formed text contains. */
function codeUnit(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
}

/** Numbers and texts in the place of an id. */
export const hostileId: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -0,
    -1,
    1.5,
    Number.POSITIVE_INFINITY,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    -(2 ** 63),
    1e300,
    5e-324,
  ),
  fc.constantFrom("1", "1 ", " 1", "01", "0x1", "1e3", "+1", "1.0", "１", "١", "NaN", "Infinity", "9".repeat(400), ""),
  fc.double(),
  fc.integer(),
)

/** JSON of any shape, with keys of Object.prototype. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, "", [], {}),
  hostileId,
  hostileText,
  fc.array(fc.oneof(hostileText, hostileId), { maxLength: 20 }),
  dictionaryOf(fc.oneof(hostileText, hostileId, fc.constant({ toString: 1, valueOf: 1 }))),
  fc.nat(300).map(nested),
)

export function dictionaryOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const key = fc.oneof(fc.constantFrom(...hostileTexts.prototypes), hostileText)
  // `Object.fromEntries` makes `__proto__` an own key, as JSON.parse does.
  return fc.array(fc.tuple(key, value), { maxLength: 6 }).map((entries) => Object.fromEntries(entries))
}

/** Nests lists and objects in turn. */
function nested(depth: number): unknown {
  let inner: unknown = null
  for (let level = 0; level < depth; level += 1) inner = level % 2 ? [inner] : { a: inner }
  return inner
}
