import '@shopify/polaris/build/esm/styles.css'
import './shell/theme.css'
import './shell/shell.css'
import './ui/ui.css'
import { start } from './shell/start.tsx'

// No component lives in this file: Fast Refresh would run it twice and make two roots for one container.
const container = document.getElementById('root')
if (container) void start(container)
