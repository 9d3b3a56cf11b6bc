// A service that is killed and started again on the same data, at the same address.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../lab/service/engines.js'
import { ownService } from '../hostile/target.js'

type Service = Awaited<ReturnType<typeof ownService>>

export class Fortress {
  kills = 0
  private constructor(
    readonly dataFolder: string,
    private readonly port: number,
    private service: Service,
  ) {}

  static async build(): Promise<Fortress> {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'audio-audit-siege-'))
    await chmod(dataFolder, 0o700)
    const port = await freePort()
    return new Fortress(dataFolder, port, await started(dataFolder, port))
  }

  get address(): string {
    return this.service.address
  }

  party(name: string, credits: number) {
    return this.service.party(name, credits)
  }

  stranger() {
    return this.service.stranger()
  }

  /** Without a word of warning; resolves when the next one answers. */
  async kill(): Promise<void> {
    await this.service.server.end('SIGKILL')
    this.kills++
    this.service = await started(this.dataFolder, this.port)
  }

  /** As it should be: the data can be looked at afterwards. */
  stop(): Promise<void> {
    return this.service.stop()
  }

  async end(): Promise<void> {
    await this.service.end()
    await rm(this.dataFolder, { recursive: true, force: true })
  }
}

function started(dataFolder: string, port: number): Promise<Service> {
  return ownService({ dataFolder, env: { PORT: String(port) } })
}
