import { fitFlowPayload, FLOW_ACTIONS, FLOW_TRIGGERS, maxFlowPayloadBytes, type FlowTrigger } from './flow.ts'

const sizeOf = (payload: object): number => new TextEncoder().encode(JSON.stringify(payload)).length

test('keeps to the forms that Flow accepts for handles and keys', () => {
  const all = [...Object.values<FlowTrigger>(FLOW_TRIGGERS), ...Object.values(FLOW_ACTIONS)]
  for (const { handle } of all) expect(handle).toMatch(/^[a-z0-9-]{1,30}$/)
  expect(new Set(all.map(({ handle }) => handle)).size).toBe(all.length)
  for (const { fields } of Object.values<FlowTrigger>(FLOW_TRIGGERS))
    for (const { key } of fields) expect(key).toMatch(/^[A-Za-z ]+$/)
})

test.each([
  ['a small payload', 'Keeps tea hot', 'Keeps tea hot'],
  ['a payload without texts', '', ''],
])('leaves %s as it is', (_name, text, kept) => {
  expect(fitFlowPayload({ Text: text, Rating: 5 })).toEqual({ Text: kept, Rating: 5 })
})

test.each([
  ['plain letters', 'a'.repeat(80_000)],
  ['letters of three bytes', '茶'.repeat(40_000)],
  ['pairs of surrogates', '🍵'.repeat(30_000)],
  ['characters that JSON escapes', '"'.repeat(60_000)],
  ['control characters', '\u0001'.repeat(20_000)],
])('cuts the longest text with an ellipsis: %s', (_name, text) => {
  const fitted = fitFlowPayload({ Title: 'Short', Text: text })
  expect(sizeOf(fitted)).toBeLessThan(maxFlowPayloadBytes)
  expect(sizeOf(fitted)).toBeGreaterThan(maxFlowPayloadBytes / 2)
  expect(fitted['Title']).toBe('Short')
  expect(String(fitted['Text']).isWellFormed()).toBe(true)
  expect(fitted['Text']).toMatch(/…$/u)
})
