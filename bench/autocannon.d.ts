// The parts of autocannon in use; it has no types.
declare module 'autocannon' {
  interface Request {
    path?: string
    method?: 'GET' | 'POST'
    body?: string
    headers?: Record<string, string>
  }
  interface Options extends Request {
    url: string
    connections?: number
    duration?: number
    amount?: number
    requests?: Request[]
  }
  interface Result {
    duration: number
    requests: { total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    /** By status. */
    statusCodeStats: Record<string, { count: number }>
    mismatches: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
