import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  publicDir: 'web/public',
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', reportCompressedSize: false },
})
