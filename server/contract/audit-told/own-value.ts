/** Returns the value of a key that a text names, which may be that of a property that every object inherits. */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.entries(values).find(([name]) => name === key)?.[1]
}
