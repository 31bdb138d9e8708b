/** Returns a function that tells the progress: a line that is rewritten in a terminal, or with --json one line each. */
export function tellProgress(json: boolean): (done: number, total: number) => void {
  if (json) return (done, total) => console.log(JSON.stringify({ done, total }))
  if (!process.stderr.isTTY) return () => undefined
  return (done, total) => {
    process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`)
  }
}
