// What Hungarian grammar asks of words that are not known beforehand.

/** The definite article before a word or a number: a, or az before a vowel as it is spoken. */
export function article(following: number | string): "a" | "az" {
  const found = /[-−]?(\d+)|(\p{L})/u.exec(String(following).toLowerCase());
  if (!found || /^[-−]/.test(found[0])) return "a";
  const digits = found[1];
  if (digits === undefined) return "aáeéiíoóöőuúüű".includes(found[2]!) ? "az" : "a";
  // egy, ezer, egymillió, but tíz, száz; whatever begins with öt.
  return digits.startsWith("5") || (digits.startsWith("1") && digits.length % 3 === 1) ? "az" : "a";
}
