# Trains the network of the static check on what collect.ts gathered: `python3 scripts/static-model/train.py 540` (seconds).
# Every round mixes static of many kinds (hiss, coloured and held noise, crackle, buzz, stuck buffers, ring) into the speech,
# 9 to 42 dB over the masked threshold and 40 ms to 2.5 s long, next to speech that is harmlessly changed (steady noise, a
# room, another colour, a low-pass, clipping, holes and clicks: faults, but not static). Features as in features.ts.
import base64, numpy as np, json, torch, math, time, sys, os
import torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0); rng=np.random.default_rng(0)
D='.cache/static/'
meta=json.load(open(D+'clips.json')); raw=np.fromfile(D+'clips.s16',np.int16)
o=0; clips=[]; noises=[]
for m in meta:
    d=raw[o:o+m['n']].astype(np.float32)/8000; o+=m['n']
    (clips if m['kind']=='speech' else noises).append((m,d))
dev='cuda'
NB=32
def erb(f): return 21.4*np.log10(4.37e-3*f+1)
def inv(e): return (10**(e/21.4)-1)/4.37e-3
EDGES=inv(np.linspace(erb(80),erb(12000),NB+1))
def layout(sr):
    L=round(.02*sr); hop=round(.01*sr); N=1
    while N<L: N*=2
    bh=sr/N; dims=N//2+1
    bands=[]
    for b in range(NB):
        f=int(math.floor(EDGES[b]/bh+.5)); t=max(f+1,int(math.floor(EDGES[b+1]/bh+.5)))
        bands.append((f,t) if t<=dims else None)
    return L,hop,N,dims,bands
LAY={}
def spec(x,sr):
    if sr not in LAY:
        L,hop,N,dims,bands=layout(sr); LAY[sr]=(L,hop,N,dims,bands,torch.hann_window(L,periodic=True,device=dev))
    L,hop,N,dims,bands,w=LAY[sr]
    fr=x.unfold(-1,L,hop)*w
    return (torch.fft.rfft(fr,n=N).abs()**2)/w.sum()**2
def bandlev(P,sr):
    bands=LAY[sr][4]; lev=[];ton=[];mov=[]
    for b in bands:
        if b is None: lev.append(torch.full(P.shape[:-1],-200.,device=dev)); ton.append(torch.zeros(P.shape[:-1],device=dev)); mov.append(torch.zeros(P.shape[:-1],device=dev)); continue
        q=P[...,b[0]:b[1]]; s=q.sum(-1)+1e-20; lev.append(10*torch.log10(s)); ton.append(10*torch.log10((q.amax(-1)*(b[1]-b[0])+1e-20)/s).clamp(0,20))
        k=torch.arange(b[1]-b[0],device=dev).float(); c=(q*k).sum(-1)/s
        # ends of the file: no movement beyond
        d=F.pad((c[:,1:]-c[:,:-1]).abs(),(2,2)); # step u lies between frames u-2 and u-1 of c
        m=d.unfold(-1,4,1)[:,:c.shape[1]].mean(-1) # steps from t-2 to t+2
        mov.append(10*torch.log10(m+1e-3))
    return torch.stack(lev,-1),torch.stack(ton,-1),torch.stack(mov,-1)
def feats(P,ref,sr,ok):
    lev,ton,mov=bandlev(P,sr); l=(lev-ref[:,None,None]).clamp(-70,20)
    fl=torch.nanquantile(torch.where(ok[...,None],l,torch.nan),0.1,dim=1,keepdim=True)
    return torch.cat([l/10,ton/10,(l-fl)/10,mov/10],-1)*ok[...,None]
R=np.random.default_rng
def onepole(x,fc,sr,high):
    from scipy.signal import lfilter
    a=math.exp(-2*math.pi*fc/sr); y=lfilter([1-a],[1,-a],x); return x-y if high else y
def blog(r,a,b): return a*(b/a)**r.random()
def white(n,sr,r): return r.standard_normal(n)
def pink(n,sr,r):
    X=np.fft.rfft(r.standard_normal(n)); f=np.arange(len(X)); X/=np.maximum(1,f)**r.uniform(.3,.8); return np.fft.irfft(X,n)*10
def band(n,sr,r):
    x=white(n,sr,r); lo=blog(r,60,.2*sr); hi=blog(r,max(lo,800),.48*sr)
    for _ in range(r.integers(1,4)): x=onepole(onepole(x,lo,sr,True),hi,sr,False)
    return x
def held(n,sr,r):
    h=max(1,round(sr/blog(r,1500,12000))); return np.repeat(r.random(n//h+1)-.5,h)[:n]
def tremble(n,sr,r): return (white if r.random()<.5 else band)(n,sr,r)*(1+r.random()*np.sin(2*np.pi*blog(r,15,120)*np.arange(n)/sr))
def crackle(n,sr,r):
    x=np.zeros(n); m=r.random(n)*sr<blog(r,40,1500); k=m.sum(); x[m]=r.choice([-1,1],k)*r.uniform(1,6)**r.random(k)
    d=r.uniform(0,.85)*r.choice([-1,1]); return np.convolve(x,d**np.arange(20))[:n]
def buzz(n,sr,r):
    f=blog(r,45,500); t=(r.random()+np.arange(n)*f/sr)%1; 
    k=r.random()
    if k<.5: x=2*t-1
    elif k<.8: duty=r.uniform(.02,.5); x=(t<duty)-duty
    else: x=np.sin(2*np.pi*t)**r.integers(3,12)
    if r.random()<.3: x=np.diff(x,prepend=0)
    return onepole(x,blog(r,500,.45*sr),sr,False)
def stuck(n,sr,r):
    s=r.standard_normal(max(4,round(blog(r,.002,.02)*sr))); return np.tile(s,n//len(s)+1)[:n]
def ring(n,sr,r):
    hi=min(7500,.45*sr); t=np.arange(n)/sr; x=np.zeros(n)
    for _ in range(r.integers(1,5)): 
        f=blog(r,450,hi); w=.004*r.random() if r.random()<.3 else 0
        x+=r.uniform(.3,1)*np.sin(2*np.pi*f*t*(1+w*np.sin(t*6))+r.random()*6.28)
    if r.random()<.3: x*=np.exp(-r.uniform(.5,3)*t/(n/sr))
    return x
KINDS=[white,white,pink,pink,band,band,held,tremble,crackle,buzz,buzz,buzz,buzz,stuck,ring,ring,ring,ring]
BARK=[100,200,300,400,510,630,770,920,1080,1270,1480,1720,2000,2320,2700,3150,3700,4400,5300,6400,7700,9500,12000,15500]
def barkp(x,sr):
    L=round(.02*sr);hop=round(.01*sr);N=1
    while N<L:N*=2
    if len(x)<L: x=np.pad(x,(0,L-len(x)))
    fr=np.lib.stride_tricks.sliding_window_view(x,L)[::hop]*np.hanning(L)
    P=np.abs(np.fft.rfft(fr,N))**2/(N*L*.375)*2
    bh=sr/N; out=[]
    for a,b in zip(BARK[:-1],BARK[1:]):
        if b>=sr/2: break
        out.append(P[:,math.ceil(a/bh):max(math.ceil(a/bh)+1,math.ceil(b/bh))].sum(1))
    return np.stack(out,1)
def example(m,x,planted,r,n):
    sr=m['sr']; a=0
    if len(x)>n: a=r.integers(0,len(x)-n)
    y=np.zeros(n,np.float32); seg=x[a:a+n].astype(np.float64)
    mask=np.zeros(len(seg),bool)
    for s,e in m['speech']: mask[max(0,int(s*sr)-a):max(0,int(e*sr)-a)]=True
    if mask.sum()<.3*sr: return None
    sp=(seg[mask]**2).mean()
    if sp<1e-9: return None
    # harmless changes
    u=r.random()
    if u<.3:
        if u<.1: nz=white(len(seg),sr,r)
        elif u<.2: nz=pink(len(seg),sr,r)
        else:
            nm,nd=noises[r.integers(len(noises))]; 
            idx=(np.arange(len(seg))*nm['sr']/sr+r.integers(len(nd)))%(len(nd)-1); nz=np.interp(idx,np.arange(len(nd)),nd)
        seg=seg+nz*math.sqrt(sp/(nz**2).mean()/10**(r.uniform(1.2,4.5)))
    if r.random()<.25:
        c=blog(r,200,.3*sr); g=10**(r.uniform(-6,6)/20); hp=onepole(seg,c,sr,True); seg=(seg-hp)+g*hp
    if r.random()<.12:
        from scipy.signal import butter,sosfilt
        seg=sosfilt(butter(8,r.uniform(.3,.9),output='sos'),seg)
    if r.random()<.1:
        lim=np.abs(seg).max()*r.uniform(.2,.9); seg=np.clip(seg,-lim,lim)
    if r.random()<.12: # room
        T=r.uniform(.1,.5); h=r.standard_normal(int(T*sr))*np.exp(-6.9*np.arange(int(T*sr))/(T*sr)); h*=r.uniform(.05,.3)/np.sqrt((h**2).sum()); h[0]=1
        seg=np.convolve(seg,h)[:len(seg)] if len(h)<200 else np.fft.irfft(np.fft.rfft(seg,2*n)*np.fft.rfft(h,2*n),2*n)[:len(seg)]
    if r.random()<.15: # holes, clicks: other faults
        for _ in range(r.integers(1,4)):
            p=r.integers(0,len(seg)); 
            if r.random()<.5: seg[p:p+int(blog(r,.01,.2)*sr)]=0
            else: seg[p]+=r.choice([-1,1])*np.abs(seg).max()*r.random()
    add=np.zeros(len(seg)); lab=np.zeros(len(seg),np.int8)
    if planted:
        floor=sp*10**(-5.5)
        for _ in range(r.integers(1,4)):
            dur=blog(r,.04,min(2.5,.4*len(seg)/sr)); k=int(dur*sr); p=r.integers(0,len(seg)-k)
            if lab[max(0,p-int(.2*sr)):p+k+int(.2*sr)].any(): continue
            s=KINDS[r.integers(len(KINDS))](k,sr,r); s=s-s.mean()
            ed=min(k//2,int(blog(r,.001,.008)*sr)); w=np.ones(k); w[:ed]=np.arange(ed)/ed; w[k-ed:]=w[:ed][::-1]; s=s*w
            A=barkp(s,sr);B=barkp(seg[p:p+k],sr); q=min(len(A),len(B))
            ex=10*np.log10(np.median((A[:q]/np.maximum(B[:q]*.4,floor)).max(1))+1e-12)
            if not np.isfinite(ex): continue
            g=10**((r.uniform(9,42)+10*math.log10(max(1,.2/dur))-ex)/20)
            if g*np.abs(s).max()>2*np.abs(seg).max(): g=2*np.abs(seg).max()/np.abs(s).max()
            add[p:p+k]+=g*s; lab[p:p+k]=1
    y[:len(seg)]=seg; ya=np.zeros(n,np.float32); ya[:len(seg)]=add
    yl=np.full(n,0,np.int8); yl[:len(seg)]=lab; valid=len(seg)
    ref=sp*10**(r.uniform(-.3,.3))
    return y,ya,yl,valid,ref
SEC=6.5
from multiprocessing import Pool
def job(a):
    i,seed=a; r=R(seed); m,x=clips[i]; return m['sr'],example(m,x,r.random()<.55,r,int(SEC*m['sr']))
class Sep(nn.Module):
    def __init__(s,c,d): super().__init__(); s.d=nn.Conv1d(c,c,5,padding=2*d,dilation=d,groups=c); s.p=nn.Conv1d(c,c,1)
    def forward(s,x): return x+F.relu(s.p(s.d(x)))
class Net(nn.Module):
    def __init__(s,c=40): super().__init__(); s.i=nn.Conv1d(NB*4,c,1); s.b=nn.ModuleList([Sep(c,d) for d in (1,2,4,8,16,1)]); s.o=nn.Conv1d(c,1,1)
    def forward(s,x):
        x=F.relu(s.i(x))
        for b in s.b: x=b(x)
        return s.o(x)[:,0]
def batchify(items,sr):
    y=torch.tensor(np.stack([i[0] for i in items]),device=dev); a=torch.tensor(np.stack([i[1] for i in items]),device=dev)
    lab=torch.tensor(np.stack([i[2] for i in items]),device=dev).float(); val=torch.tensor([i[3] for i in items],device=dev); ref=10*torch.log10(torch.tensor([i[4] for i in items],device=dev).float()/2)
    # ref: spectrum units: sum over half spectrum = ms * N*Sw2/(2*Sw^2) -> handled as offset
    L,hop,N,dims,bands,w=LAY.get(sr) or (spec(y[:1],sr),LAY[sr])[1]
    off=10*math.log10(N*float((w**2).sum())/float(w.sum())**2)
    ref=ref+off
    P=spec(y+a,sr); ok=(torch.arange(P.shape[1],device=dev)*hop)[None]+L<=val[:,None]; X=feats(P,ref,sr,ok)
    Ls=bandlev(spec(y,sr),sr)[0]; La=bandlev(spec(a,sr),sr)[0]
    la=(La-ref[:,None,None]); rule=((la-(Ls-ref[:,None,None]).clamp(min=-60))*(la>-50)-99*(la<=-50)).amax(-1)
    e=int(.025*sr); T=P.shape[1]
    c=lab.unfold(-1,L,hop)
    pl=F.pad(lab,(e,e)).unfold(-1,L+2*e,hop)[:,:T].amax(-1)
    inside=c.mean(-1)
    t=torch.where((pl==0),0.,torch.where((rule>2)&(inside>.3),1.,-1.))
    frames=torch.arange(T,device=dev)*hop
    t=torch.where(frames[None]+L>val[:,None],-1.,t)
    return X.transpose(1,2),t
if __name__=='__main__':
    t0=time.time(); pools=Pool(15); net=Net().to(dev); opt=torch.optim.AdamW(net.parameters(),2e-3,weight_decay=1e-4)
    tr=[i for i in range(len(clips))]; va=tr[::8]  # a look at how it goes; what counts is measured elsewhere, on other voices
    BUD=float(sys.argv[1])
    X={} ; seed=[0]
    def gen(idx,reps):
        jobs=[(i,(k+1)*100003+i*17+seed[0]) for k in range(reps) for i in idx]; seed[0]+=777777; out={}
        for sr,e in pools.imap_unordered(job,jobs,chunksize=8):
            if e is not None: out.setdefault(sr,[]).append(e)
        B=[]
        for sr,l in out.items():
            for k in range(0,len(l),32): B.append(batchify(l[k:k+32],sr))
        return B
    vB=gen(va,4); print('val',len(vB),time.time()-t0,flush=True)
    bank=[]; ep=0
    while time.time()-t0<BUD:
        new=gen(tr,4); bank=(bank+new)[-400:]; frac=(time.time()-t0)/BUD
        for g in opt.param_groups: g['lr']=2e-3*max(.02,min(1,2*(1-frac)))
        tot=0;c=0
        for rep in range(3):
            for k in rng.permutation(len(bank)):
                x,t=bank[k]; o=net(x); w=(t>=0).float()*torch.where(t==1,1.,4.)
                if rep%2: # level jitter, band edges dropped
                    x=x.clone(); x[:, :NB]+=torch.randn(x.shape[0],1,1,device=dev)*.15; o=net(x)
                loss=(F.binary_cross_entropy_with_logits(o,t.clamp(0,1),reduction='none')*w).sum()/w.sum()
                opt.zero_grad(); loss.backward(); opt.step(); tot+=loss.item();c+=1
        with torch.no_grad():
            fp=[];pos=[]
            for x,t in vB:
                o=net(x); fp.append(o[t==0]);pos.append(o[t==1])
            fp=torch.cat(fp);pos=torch.cat(pos); th=[torch.quantile(fp[torch.randperm(len(fp),device=dev)[:1000000]],q).item() for q in (.99,.999,.9999)]
            print(ep,round(time.time()-t0),'bank',len(bank),'loss',round(tot/c,4),'recall@fpr 1e-2,1e-3,1e-4',[round((pos>h).float().mean().item(),3) for h in th],th,flush=True)
        ep+=1
    f=lambda t: t.detach().cpu().numpy().astype('<f4').ravel()
    parts=[f(net.i.weight),f(net.i.bias)]
    for b in net.b: parts+=[f(b.d.weight),f(b.d.bias),f(b.p.weight),f(b.p.bias)]
    parts+=[f(net.o.weight),f(net.o.bias)]
    about=f'{len(clips)} clips of the tuning half, {ep} rounds of fresh mixtures'
    stored=dict(about=about,units=len(net.i.bias),numbers=base64.b64encode(np.concatenate(parts).tobytes()).decode())
    open('models/static-model.json','w').write(json.dumps(stored,indent=2)+'\n')
    pools.terminate()
