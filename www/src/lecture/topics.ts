/** Entries by their topic, topics in the order in which they first appear. */
export function byTopic<Entry extends { readonly topic: string }>(entries: readonly Entry[]): [string, Entry[]][] {
  const topics = new Map<string, Entry[]>();
  for (const entry of entries) topics.set(entry.topic, [...(topics.get(entry.topic) ?? []), entry]);
  return [...topics];
}
