/** Returns a function that tells the progress: in a terminal by rewriting a line, with --json by one line each. */
export function tellProgress(json: boolean): (done: number, total: number) => void {
  if (json) return (done, total) => console.log(JSON.stringify({ done, total }))
  if (!process.stderr.isTTY) return () => undefined
  return (done, total) => {
    process.stderr.write(`\r${done} of ${total}${done === total ? '\n' : ''}`)
  }
}
