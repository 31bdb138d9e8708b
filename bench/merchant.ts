// A merchant who imports, in a process of its own: what an upload costs its sender is not what shoppers wait for. Asked anything, it imports
// a file of its own making and answers the seconds it took.
import { readArgument, reportReady } from './child.ts'
import { csvOf } from './import-files.ts'
import { importOverHttp } from './import-over-http.ts'

const { url, token, rows } = readArgument<{ url: string; token: string; rows: number }>()
const bytes = csvOf(rows)
reportReady(url, () => importOverHttp({ ready: { url } }, token, { name: 'other.csv', bytes }))
