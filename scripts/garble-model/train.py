"""Trains the network on examples that processes of their own make meanwhile, then writes it as ONNX.
Run: python3 train.py <folder of clips> <folder for the result> <seconds to train> <processes>
All random numbers come from SEED, but how many examples the processes make depends on the machine."""
import multiprocessing as mp
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

SEED = 20260
PER_FILE = 64


def produce(folder, queue_folder, worker, stop, held_out):
    import examples

    world = examples.World(folder, held_out)
    count = 0
    while not stop.is_set():
        rows = examples.batch(SEED + 1_000_000 * worker + count, world, PER_FILE)
        name = f"{queue_folder}/{worker}-{count}"
        np.savez(name + ".part.npz", *rows)
        os.rename(name + ".part.npz", name + ".npz")
        count += 1
        if held_out and count >= 24:
            return


def main(folder, out, seconds, workers):
    started = time.time()
    pool, watch = f"/tmp/garble-pool-{os.getpid()}", f"/tmp/garble-watch-{os.getpid()}"
    os.makedirs(pool), os.makedirs(watch)
    stop = mp.Event()
    processes = [mp.Process(target=produce, args=(folder, pool if w else watch, w, stop, w == 0), daemon=True) for w in range(workers)]
    for process in processes:
        process.start()
    import torch
    import torch.nn.functional as F

    import network
    from examples import COPY_NAMES, GARBLE_NAMES

    torch.manual_seed(SEED)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    bank = network.mel_bank().to(device)
    model = network.Network().to(device)
    print("parameters", sum(p.numel() for p in model.parameters()), device, flush=True)
    rate, decay, size = (3e-3, 1e-3, 256) if device == "cuda" else (3e-3, 1e-3, 48)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)

    def prepared(samples):
        x = network.features(samples.to(device).float() / 32768, bank)
        return F.pad(x, (0, 0, 0, -x.shape[1] % network.STRIDE))

    def targets(from_, to, steps):
        """Labels and weights of the outputs: none at the edges of a garble, where either is right."""
        at = (torch.arange(steps, device=device) + 0.5) * network.STRIDE * network.HOP
        label = ((at >= from_[:, None]) & (at < to[:, None])).float()
        near = 0.15 * network.RATE
        edge = ((at - from_[:, None]).abs() < near) | ((at - to[:, None]).abs() < near)
        return label, 1 - (edge & (to[:, None] > 0)).float()

    def spoken(x):
        """Louder than -25 dB below the loud frames."""
        level = torch.log10((10 ** x).mean(2))
        return F.max_pool1d((level > -2.5).float()[:, None], network.STRIDE)[:, 0]

    buffer, seen = [], 0

    def take_in():
        nonlocal seen
        for name in sorted(os.listdir(pool)):
            if name.endswith(".part.npz"):
                continue
            with np.load(f"{pool}/{name}") as rows:
                buffer.append([torch.from_numpy(rows[f"arr_{i}"]).to(device) for i in range(5)])
            os.remove(f"{pool}/{name}")
            seen += PER_FILE

    while len(buffer) < 4:
        take_in()
        time.sleep(0.2)
    print("first examples after", time.time() - started, flush=True)
    step, last, mean = 0, time.time(), 0
    training = time.time()
    while (spent := time.time() - training) < seconds:
        take_in()
        # One cycle: up in the first tenth, down to nothing at the end.
        share = spent / seconds
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, share / 0.1 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * share))
        for _ in range(10):
            picked = [buffer[i] for i in np.random.randint(0, len(buffer), size // 8)]
            rows = torch.randint(0, PER_FILE, (len(picked), 8))
            columns = [torch.cat([p[c][rows[i]] for i, p in enumerate(picked)]) for c in range(5)]
            x = prepared(columns[0])
            active = spoken(x)
            # Levels and colours that no copy had.
            x = x + 0.3 * torch.randn(len(x), 1, 1, device=device) + 0.1 * torch.randn(len(x), 1, network.BANDS, device=device)
            logits = model(x)
            label, weight = targets(columns[1], columns[2], logits.shape[1])
            # Pauses: silence inside garble says nothing; outside, it is no garble.
            weight = weight * torch.where(active > 0, 1.0, torch.where(label > 0, 0.0, 0.2))
            loss = (F.binary_cross_entropy_with_logits(logits, label, reduction="none") * weight).sum() / weight.sum()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            mean = 0.98 * mean + 0.02 * loss.item() if step else loss.item()
            step += 1
        if time.time() - last > 15:
            last = time.time()
            print(f"{spent:.0f} s, step {step}, {seen} examples, loss {mean:.3f}", flush=True)
            keep(model, out)
    stop.set()
    model.eval()
    keep(model, out)
    report(model, prepared, targets, spoken, watch, device, GARBLE_NAMES, COPY_NAMES, torch)
    model.cpu()
    frames = torch.zeros(1, 4 * 40, network.BANDS)
    torch.onnx.export(
        model, (frames,), f"{out}/garble-model.onnx", input_names=["bands"], output_names=["logOdds"],
        dynamic_axes={"bands": {1: "frames"}, "logOdds": {1: "steps"}}, opset_version=17, dynamo=False,
    )
    print("done after", time.time() - started, os.path.getsize(f"{out}/garble-model.onnx"), flush=True)


def keep(model, out):
    np.savez(f"{out}/weights.npz", **{name: value.cpu().numpy() for name, value in model.state_dict().items()})


def report(model, prepared, targets, spoken, watch, device, garble_names, copy_names, torch):
    """On voices held out: of garbled stretches and of untouched files how many reach which log-odds, over a second."""
    garbled, clean = {}, {}
    for name in sorted(os.listdir(watch)):
        if name.endswith(".part.npz"):
            continue
        with np.load(f"{watch}/{name}") as rows:
            columns = [torch.from_numpy(rows[f"arr_{i}"]).to(device) for i in range(5)]
        with torch.no_grad():
            x = prepared(columns[0])
            logits = model(x)
            active = spoken(x)
            label, _ = targets(columns[1], columns[2], logits.shape[1])
            smooth = torch.nn.functional.avg_pool1d((logits.clamp(-6, 6) * active)[:, None], 13, 1, 6)[:, 0]
        for i in range(len(x)):
            g, c = garble_names[columns[3][i]], copy_names[columns[4][i]]
            if g == "none":
                clean.setdefault(c, []).append(smooth[i].max().item())
            else:
                garbled.setdefault(g, []).append(smooth[i][label[i] > 0].max().item())
    everything = np.sort(np.concatenate([np.array(v) for v in clean.values()]))
    for limit in (0, 1, 2, 3):
        found = np.mean(np.concatenate([np.array(v) for v in garbled.values()]) > limit)
        print(f"over {limit}: garbled {found:.3f}, clean {np.mean(everything > limit):.4f} of {len(everything)}")
    for title, table in (("garbled", garbled), ("clean", clean)):
        for name, values in sorted(table.items()):
            values = np.array(values)
            print(f"{title:8} {name:18} {len(values):4}", *(f"{np.mean(values > limit):.3f}" for limit in (0, 1, 2, 3)))


if __name__ == "__main__":
    mp.set_start_method("spawn")
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))
