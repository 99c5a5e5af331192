/** Groups entries by topic; topics are in the order of their first entries. */
export function byTopic<Entry extends { readonly topic: string }>(entries: readonly Entry[]): [string, Entry[]][] {
  const topics = new Map<string, Entry[]>();
  for (const entry of entries) topics.set(entry.topic, [...(topics.get(entry.topic) ?? []), entry]);
  return [...topics];
}
