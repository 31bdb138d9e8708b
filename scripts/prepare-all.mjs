// `npm run build`: what `npm start` prepares, without the server.
import { prepare } from './prepare.mjs'

await prepare(['database', 'relay', 'build'])
