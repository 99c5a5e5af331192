/** Whether the contents of a plain data property have changed: a page that renders again sends equal lists. */
export function differs(value: unknown, before: unknown): boolean {
  if (Object.is(value, before)) return false;
  if (typeof value !== "object" || typeof before !== "object" || value === null || before === null) return true;
  if (Array.isArray(value) && Array.isArray(before))
    return value.length !== before.length || value.some((one, at) => differs(one, before[at]));
  if (value instanceof Map && before instanceof Map)
    return (
      value.size !== before.size || [...value].some(([key, one]) => !before.has(key) || differs(one, before.get(key)))
    );
  const keys = Object.keys(value);
  if (keys.length !== Object.keys(before).length) return true;
  const [now, then] = [value as Record<string, unknown>, before as Record<string, unknown>];
  return keys.some((key) => !(key in then) || differs(now[key], then[key]));
}
