/** Whether every typed word is a part of a name, whatever its case and accents. */
export function matches(typed: string, name: string): boolean {
  const plain = fold(name);
  return fold(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
