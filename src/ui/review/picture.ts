import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import { makeNonce } from '../editor/page';

/** Pixels of the picture for one of the drawing, and the most that a canvas holds on a side and in all. */
const SCALE = 2;
const MOST_SIDE = 16_000;
const MOST_PIXELS = 150_000_000;

/**
 * A drawing as PNG. The extension host cannot draw: a webview does, which is shown as long as that takes.
 * @returns undefined when the person closed it before
 */
export async function pictureOf(svg: string): Promise<Uint8Array | undefined> {
  const panel = vscode.window.createWebviewPanel(
    'dataDetective.picture',
    vscode.l10n.t('Drawing the picture…'),
    { viewColumn: vscode.ViewColumn.Active, preserveFocus: true },
    { enableScripts: true, localResourceRoots: [] },
  );
  try {
    return await new Promise<Uint8Array | undefined>((resolve, reject) => {
      panel.onDidDispose(() => resolve(undefined));
      panel.webview.onDidReceiveMessage((message: unknown) => {
        if (typeof message === 'string') resolve(Uint8Array.from(atob(message), (letter) => letter.charCodeAt(0)));
        else reject(new Fault(vscode.l10n.t('the picture could not be drawn'), vscode.l10n.t('Export it as SVG.')));
      });
      panel.webview.html = page(svg);
    });
  } finally {
    panel.dispose();
  }
}

/** The drawing is a picture here, never a part of the page: no style or text of it can do anything. */
function page(svg: string): string {
  const nonce = makeNonce();
  const source = `data:image/svg+xml;base64,${toBase64(svg)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src 'nonce-${nonce}'">
</head>
<body>
<img alt="" src="${source}">
<script nonce="${nonce}">
const host = acquireVsCodeApi();
const image = document.querySelector('img');
image.decode().then(() => {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(${SCALE}, ${MOST_SIDE} / width, ${MOST_SIDE} / height, Math.sqrt(${MOST_PIXELS} / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  host.postMessage(canvas.toDataURL('image/png').split(',')[1]);
}).catch(() => host.postMessage(null));
</script>
</body>
</html>`;
}

function toBase64(text: string): string {
  let letters = '';
  for (const byte of new TextEncoder().encode(text)) letters += String.fromCharCode(byte);
  return btoa(letters);
}
